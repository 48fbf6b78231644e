// A bot in JavaScript: it speaks the protocol of docs/bot_protocol.md.
// Try it with: tabletop-rules arena dome-crushers --bots "node examples/any_language/bot.js,random"
"use strict";

const readline = require("node:readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello" || message.type === "start") {
    say({ type: "ready", protocol: 1, name: "attacker in JavaScript" });
  } else if (message.type === "choose") {
    const attack = message.options.find((option) => option.text.startsWith("attack"));
    const chosen = attack ?? message.options[0];
    say({ type: "choice", id: message.id, index: chosen.index });
  } else if (message.type === "quit") {
    process.exit();
  }
});
