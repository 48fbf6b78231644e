"""The protocol, and what all games share. It knows no game."""

from tabletop_rules.core.actors import CHANCE, HOST, Actor, Chance, Host, Seat
from tabletop_rules.core.agenda import AgendaState, Question, Step
from tabletop_rules.core.chance import Distribution, Weighted, sample
from tabletop_rules.core.content import Content, Provenance, Shelf, load_content
from tabletop_rules.core.deck import Deck
from tabletop_rules.core.errors import (
    BotError,
    ConfigError,
    ContentError,
    Fault,
    FaultError,
    IllegalActionError,
    MissingExtraError,
    NotationError,
    PositionError,
    Problem,
    ProblemsError,
    RecordError,
    UnknownGameError,
    VerificationError,
)
from tabletop_rules.core.ledger import Rule, Rulebook, RuleKind, load_rulebook
from tabletop_rules.core.playing import Played, perft, play, play_steps, replay, replay_steps
from tabletop_rules.core.protocol import AttentiveBot, Bot, Game
from tabletop_rules.core.records import Record, format_record, parse_record
from tabletop_rules.core.registry import game_names, load_game
from tabletop_rules.core.serial import from_data, from_json, to_data, to_json
from tabletop_rules.core.telling import Eyes, told_result, who
from tabletop_rules.core.values import (
    Event,
    Outcome,
    OutcomeKind,
    Refusal,
    Transition,
    observe,
)
from tabletop_rules.core.verification import Verification, Witness, verification_of

__all__ = [
    "CHANCE",
    "HOST",
    "Actor",
    "AgendaState",
    "AttentiveBot",
    "Bot",
    "BotError",
    "Chance",
    "ConfigError",
    "Content",
    "ContentError",
    "Deck",
    "Distribution",
    "Event",
    "Eyes",
    "Fault",
    "FaultError",
    "Game",
    "Host",
    "IllegalActionError",
    "MissingExtraError",
    "NotationError",
    "Outcome",
    "OutcomeKind",
    "Played",
    "PositionError",
    "Problem",
    "ProblemsError",
    "Provenance",
    "Question",
    "Record",
    "RecordError",
    "Refusal",
    "Rule",
    "RuleKind",
    "Rulebook",
    "Seat",
    "Shelf",
    "Step",
    "Transition",
    "UnknownGameError",
    "Verification",
    "VerificationError",
    "Weighted",
    "Witness",
    "format_record",
    "from_data",
    "from_json",
    "game_names",
    "load_content",
    "load_game",
    "load_rulebook",
    "observe",
    "parse_record",
    "perft",
    "play",
    "play_steps",
    "replay",
    "replay_steps",
    "sample",
    "to_data",
    "to_json",
    "told_result",
    "verification_of",
    "who",
]
