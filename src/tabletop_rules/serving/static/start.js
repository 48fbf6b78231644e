// The start page: begins games and shows their links.

import { $, el, notice } from "./dom.js";
import { call } from "./api.js";

const PERSON = "person";
let overview = null;
let seats = 2;

const chosen = () => overview.games.find((game) => game.name === document.querySelector("#games input:checked").value);

async function load() {
  overview = await call("/api/start");
  const working = overview.games.filter((game) => !game.broken);
  $("games").replaceChildren(...working.map((game, place) =>
    el("label", { class: "game" },
      el("input", { type: "radio", name: "game", value: game.name, checked: place === 0, onchange: choose }),
      el("span", {}, el("b", {}, game.title), ` ${game.seats} seats, rules ${game.rules_version}`))));
  $("new").hidden = false;
  choose();
  listBegun();
}

function choose() {
  $("config").value = chosen().config;
  seats = chosen().seats;
  listPlayers();
}

const SEARCHES = ["mcts:0.5s", "mcts:2s", "endgame:2s"];
const OTHER = "another …";

function listPlayers() {
  const before = playerNames();
  const plays = new Map(overview.bots.map((bot) => [bot.name, bot.plays]));
  const names = [...new Set([PERSON, ...plays.keys(), ...SEARCHES, OTHER])];
  $("players").replaceChildren(...Array.from({ length: seats }, (_, seat) => {
    const value = before[seat] || (seat === 0 ? PERSON : "greedy");
    const listed = names.includes(value);
    const choice = el("select", { id: `seat-${seat}` },
      ...names.map((name) => el("option", { value: name, selected: name === (listed ? value : OTHER) }, name)));
    const other = el("input", { id: `other-${seat}`, "aria-label": `Seat ${seat}: the name of a bot`,
      placeholder: "mcts:2000", hidden: listed, value: listed ? "" : value });
    choice.addEventListener("change", () => { other.hidden = choice.value !== OTHER; });
    return el("div", { class: "seat" }, el("label", { for: `seat-${seat}` }, `Seat ${seat}`), choice, other);
  }), el("ul", { class: "hint" }, el("li", {}, el("b", {}, PERSON), ": somebody with the link of the seat"),
    ...[...plays].map(([name, what]) => el("li", {}, el("b", {}, name), `: ${what}`))));
}

function playerNames() {
  return [...document.querySelectorAll("#players select")].map((choice, seat) =>
    choice.value === OTHER ? $(`other-${seat}`).value.trim() : choice.value);
}

async function check() {
  try {
    const answer = await call("/api/start/check", { game: chosen().name, config: $("config").value });
    seats = answer.seats;
    listPlayers();
    notice("");
  } catch (error) {
    notice(error.message);
  }
}

async function begin(event) {
  event.preventDefault();
  try {
    const { seats: count } = await call("/api/start/check", { game: chosen().name, config: $("config").value });
    if (count !== seats) {
      seats = count;
      return listPlayers();
    }
    const players = playerNames();
    const made = await call("/api/start/games", { game: chosen().name, players, config: $("config").value });
    notice("");
    showLinks(made, chosen().title);
    overview = await call("/api/start");
    listBegun();
  } catch (error) {
    notice(error.message);
  }
}

function showLinks(made, title) {
  $("made").hidden = false;
  $("made-title").textContent = `Links of game ${made.game}, ${title}`;
  const pages = made.seats.map((each) => [`Seat ${each.seat}`, each.token]);
  pages.push(["Spectators", made.spectator]);
  $("links").replaceChildren(...pages.map(([name, secret]) => {
    const link = `${location.origin}/play#${secret}`;
    const copy = el("button", { type: "button" }, "Copy");
    copy.addEventListener("click", async () => {
      await navigator.clipboard?.writeText(link);
      copy.textContent = "Copied";
    });
    return el("li", {}, el("b", {}, name), " ",
      el("a", { href: link, target: "_blank", rel: "noreferrer" }, "open"), " ",
      navigator.clipboard ? copy : el("code", {}, link));
  }));
  $("made-title").focus();
}

function listBegun() {
  $("begun").hidden = !overview.begun.length;
  const titles = new Map(overview.games.map((game) => [game.name.replaceAll("-", "_"), game.title]));
  $("games-begun").replaceChildren(...overview.begun.map((game) => {
    const title = titles.get(game.game) || game.game;
    const again = el("button", { type: "button" }, "New links");
    again.addEventListener("click", async () => {
      if (!confirm("The links that this game has now will lead nowhere. Go on?")) return;
      try {
        showLinks(await call("/api/start/links", { game: game.number }), title);
      } catch (error) {
        notice(error.message);
      }
    });
    const players = game.players.map((name) => name || PERSON).join(", ");
    return el("li", {}, el("span", {}, `${game.number}. ${title}: ${players} `), again);
  }));
}

$("new").addEventListener("submit", begin);
$("config").addEventListener("change", check);
addEventListener("hashchange", () => location.reload());
load().catch((error) => notice(error.message));
