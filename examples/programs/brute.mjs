#!/usr/bin/env node
// A bot that is a program, for Node without packages: see docs/bot_protocol.md.
//
// Try it with `tabletop-rules bot check node examples/programs/brute.mjs`. In Dome Crushers it attacks with
// its strongest card; elsewhere it takes options in turn.

import { createInterface } from "node:readline";

let game = "";
let strengths = new Map();
let turn = 0;

const answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");

function strongestAttack(options) {
  const worth = ({ data }) =>
    data.type === "play_card" && data.mode === "attack" ? strengths.get(data.card) : -1;
  return options.reduce((best, option) => (worth(option) > worth(best) ? option : best));
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    game = message.game;
    answer({ type: "ready", protocol: 1, name: "Brute of Node" });
  } else if (message.type === "start") {
    turn = message.seed;
    if (game === "dome_crushers") {
      strengths = new Map(message.config.deck.cards.map((card) => [card.name, card.strength]));
    }
    answer({ type: "ready" });
  } else if (message.type === "choose") {
    const { id, options } = message;
    turn += 1;
    const chosen =
      game === "dome_crushers" ? strongestAttack(options) : options[turn % options.length];
    answer({ type: "choice", id, text: chosen.text });
  } else if (message.type === "quit") {
    process.exit();
  }
}
