"""A bot in a dozen lines, and how often it beats the random one.

Run it with ``python examples/brute_bot.py``.
"""

from tabletop_rules import dome_crushers as dc
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import Bot, play, replay


class Brute:
    """Attacks with the strongest card and keeps everything."""

    def choose(self, view: dc.View, options: tuple[dc.Action, ...], /) -> dc.Action:
        """Return the option that looks strongest."""

        def worth(action: dc.Action) -> int:
            if isinstance(action, dc.PlayCard):
                strength = view.config.deck.by_name[action.card].strength
                return strength if action.mode is dc.Mode.ATTACK else -1
            return len(action.cards) if isinstance(action, dc.KeepCards) else 0

        return max(options, key=worth)


def main(games: int = 100) -> None:
    """Play games from alternating seats and print the result."""
    wins = 0
    for seed in range(games):
        seat = seed % 2
        bots: list[Bot[dc.View, dc.Action]] = [Brute(), RandomBot(seed)]
        if seat == 1:
            bots.reverse()
        *_, end = replay(dc, play(dc, dc.Config(), bots, seed=seed))
        outcome = dc.outcome(end)
        wins += outcome is not None and seat in outcome.winners
    print(f"Brute wins {wins} of {games} games against random.")


if __name__ == "__main__":
    main()
