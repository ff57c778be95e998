// Stands in for linkify-it in the bundle: src/markdown.ts has bare addresses stay text, so
// markdown-it makes a finder of addresses and never asks it.
export class LinkifyIt {}
