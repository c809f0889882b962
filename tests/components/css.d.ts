// What the bundler makes of a style sheet.
declare module "*.css" {
  const text: string;
  export default text;
}
