import { describe, expect, it } from "vitest";
import { renderMarkdown, safeAddress } from "../src/markdown";

function rendered(text: string): HTMLElement {
  const box = document.createElement("div");
  box.append(renderMarkdown(text, [], () => document.createElement("b")));
  return box;
}

describe("test_c18: text of people nobody vouches for", () => {
  it.each([
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "<iframe src=https://example.com></iframe>",
    "<button class=cite>1</button>",
  ])("%s stays text", (text) => {
    const box = rendered(text);
    expect(box.textContent?.trim()).toBe(text);
    expect(box.querySelectorAll(":not(p)")).toHaveLength(0);
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//example.com/a)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
  ])("%s is no link", (text) => {
    expect(rendered(text).querySelector("a")).toBeNull();
  });

  it.each([
    "![x](https://example.com/p.png)",
    "![x](data:image/png;base64,AAAA)",
    "[![x](https://example.com/p.png)](https://example.com)",
  ])("%s fetches nothing", (text) => {
    const box = rendered(text);
    expect(box.querySelector("img, [src], [srcset], [style]")).toBeNull();
    expect(box.textContent).toContain("x");
  });

  it("opens links apart, and only http and https", () => {
    const link = rendered('[x](https://example.com/a "onmouseover=x")').querySelector("a");
    expect(link?.getAttributeNames().sort()).toEqual(["href", "rel", "target"]);
    expect([link?.rel, link?.target]).toEqual(["noopener noreferrer", "_blank"]);
    expect(safeAddress("http://example.com")).toBe("http://example.com");
    expect(safeAddress("javascript:alert(1)")).toBeUndefined();
    expect(safeAddress("data:text/html,x")).toBeUndefined();
    expect(safeAddress("file:a.md")).toBeUndefined();
  });

  it("cannot forge a citation with the characters that stand for one", () => {
    const box = document.createElement("div");
    const mark = { start: 0, end: 3, number: 1, citations: [] };
    const text = "[1] \u2e28\ue0000\ue001\u2e29";
    box.append(renderMarkdown(text, [mark], () => document.createElement("button")));
    expect(box.querySelectorAll("button")).toHaveLength(1);
  });

  it("does not make links of bare addresses", () => {
    expect(rendered("see https://example.com/a").querySelector("a")).toBeNull();
  });
});

it("keeps the shapes of a text", () => {
  const box = rendered(
    "# T\n\n**b** *e* `c`\n\n- x\n\n3. y\n\n> q\n\n| a |\n|---|\n| 1 |\n\n    not code",
  );
  expect(box.querySelectorAll("h1, strong, em, code, ul, ol, blockquote, table")).toHaveLength(8);
  expect(box.querySelector("ol")?.getAttribute("start")).toBe("3");
  expect(box.querySelector("pre")).toBeNull();
});
