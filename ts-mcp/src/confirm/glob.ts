// Patterns with `*` for any characters and `?` for one, without case. They take time in proportion to pattern and text, whatever
// a page writes into a name.

/** Whether the whole text fits. Blanks of any kind and number are one. */
export function fits(pattern: string, text: string): boolean {
  const wanted = [...normal(pattern)];
  const given = [...normal(text)];
  let [at, next, star, mark] = [0, 0, -1, 0];
  while (at < given.length) {
    if (wanted[next] === "*") {
      star = next++;
      mark = at;
    } else if (next < wanted.length && (wanted[next] === "?" || wanted[next] === given[at])) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++mark;
    } else {
      return false;
    }
  }
  while (wanted[next] === "*") next++;
  return next === wanted.length;
}

/** Letters that look alike in other forms, and characters that are not seen, are no way around a rule. */
export function normal(text: string): string {
  return text
    .slice(0, 4_096)
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}
