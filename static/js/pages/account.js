/* The account pages: show a password, and say it when a passkey did not work. The pages do without this script, all
   but passkeys, which need one. */

for (const button of document.querySelectorAll("[data-reveal]")) {
  const input = document.getElementById(button.getAttribute("aria-controls"));
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = input.type === "password";
    input.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  });
}

/* allauth's scripts tell of a ceremony that failed or that the person broke off by this event. */
document.addEventListener("allauth.error", () => {
  const words = document.getElementById("passkey-failed");
  if (words) words.hidden = false;
});
