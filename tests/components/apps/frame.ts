/** What a site has around each application: a header and a footer with links. */

const links = (count: number, area: string, title: string): string =>
  Array.from({ length: count }, (_, n) => `<a href="/${area}/${n}">${title} ${n}</a> `).join("");

/** Draws a site. Answers the element for the application. */
export function frame(title: string): HTMLElement {
  document.body.innerHTML = `<header><nav aria-label="Main">${links(8, "area", "Area")}</nav></header>
    <main><h1>${title}</h1><div></div></main>
    <footer>${links(10, "about", "Footer link")}<p>Terms, imprint and further notes</p></footer>`;
  return document.querySelector<HTMLElement>("main > div") ?? document.body;
}
