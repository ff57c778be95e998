// A style sheet is imported as its text: each view puts it into its own shadow root.
declare module "*.css" {
  const text: string;
  export default text;
}
