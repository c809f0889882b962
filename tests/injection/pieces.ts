/** The words of a text. */
export const pieces = (text: string): string[] => text.split(" ");
