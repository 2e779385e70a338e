// Buttons about people: each asks the API, then the page is read anew.
import { call } from "./api.js";
import { $$, toast } from "./dom.js";
import { report } from "./manners.js";
import "./shell.js";

for (const button of $$("[data-tie]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await call(button.dataset.method, `/api/me/people/${button.dataset.tie}`);
      location.reload();
    } catch (error) {
      button.disabled = false;
      toast(error.message);
    }
  });
}
for (const button of $$("[data-report]"))
  button.addEventListener("click", () => report({ id: button.dataset.report, name: button.dataset.name }));
