"use strict";
const [said, code, ask] = ["said", "code", "ask"].map(name => document.getElementById(name));
async function told() {
  const answer = await fetch("/asked", { cache: "no-store" }).then(found => found.json()).catch(() => ({}));
  if (answer.link) location.replace(answer.link);
  else if ("refused" in answer) { said.textContent = answer.refused ? `The game master said no: ${answer.refused}` : "The game master said no."; code.textContent = ""; }
  else setTimeout(told, 1000);
}
ask.addEventListener("click", async () => {
  const answer = await fetch("/ask", { method: "POST" }).catch(() => null);
  const held = answer ? await answer.json().catch(() => ({})) : {};
  if (!answer || !answer.ok) { said.textContent = held.message || "That did not work."; return; }
  said.textContent = "Show the game master these two digits.";
  code.textContent = String(held.code);
  ask.hidden = true;
  told();
});
