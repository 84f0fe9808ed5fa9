// The page on which a phone is paired once: with a name and the code that the computer shows.

import { byId, show } from "./dom.js";
import { tell, tellRefusal, translatePage } from "./words.js";

const AGAIN = "again-"; // before the code of somebody who has a name, and has lost their phone
const given = location.hash.slice(1);
const room = location.pathname === "/room";

translatePage();
history.replaceState(null, "", location.pathname); // so that nobody reads the code over a shoulder
byId("code").value = given.replace(AGAIN, "");
byId("name-field").hidden = room || given.startsWith(AGAIN);
byId("name").required = !byId("name-field").hidden;
show(byId("speaks"), tell("This page comes from {address}, a computer in this house, and speaks with it without encryption: whoever is in the same network can listen in.", { address: location.host }));
(byId("name-field").hidden ? byId("code") : byId("name")).focus();

byId("pair").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [code, name] = ["code", "name"].map((id) => byId(id).value);
  try {
    const answer = await fetch("/pair", { method: "POST", body: JSON.stringify({ code, name, room }) });
    if (answer.ok) location.replace(location.pathname);
    else show(byId("problem"), tellRefusal((await answer.json()).error));
  } catch {
    show(byId("problem"), tell("Not connected"));
  }
});
