// The ids of headings, as GitHub makes them, so that one link works on GitHub and on the site.

/** The id of a heading that stands for the first time on its page. */
export function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
