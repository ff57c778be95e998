// @vitest-environment node
import { describe, expect, it } from "vitest";
import { Tree } from "../src/tree";

/** c0 → A (c1) → B (c2), C (c3); c0 → D (c4). */
function sample(): Tree {
  const tree = new Tree("c0", "Topic");
  tree.add("c1", "A", "c0", false);
  tree.add("c2", "B", "c1", false);
  tree.add("c3", "C", "c1", true);
  tree.add("c4", "D", "c0", false);
  tree.place("x", "c2");
  tree.place("y", "c2");
  tree.place("z", "c1");
  return tree;
}

const walked = (tree: Tree) => [...tree.walk()].map((node) => node.id);

describe("the tree", () => {
  it("walks from the top, children in order", () => {
    expect(walked(sample())).toEqual(["c0", "c1", "c2", "c3", "c4"]);
    expect(sample().path("c2")).toEqual(["A", "B"]);
    expect(sample().below("c1")).toEqual(["z", "x", "y"]);
  });

  it("moves a branch to the end of its new parent's children", () => {
    const tree = sample();
    tree.move("c2", "c0");
    expect(tree.at("c0").children).toEqual(["c1", "c4", "c2"]);
    expect(tree.at("c2").parent).toBe("c0");
  });

  it("places a snippet by taking it from where it was, once", () => {
    const tree = sample();
    tree.place("x", "c4");
    tree.place("x", "c4");
    expect(tree.at("c2").snippets).toEqual(["y"]);
    expect(tree.at("c4").snippets).toEqual(["x"]);
  });

  it("gives the place of a removed concept to its children", () => {
    const tree = sample();
    tree.remove("c1");
    expect(tree.at("c0").children).toEqual(["c2", "c3", "c4"]);
    expect(tree.at("c0").snippets).toEqual(["z"]);
    expect(tree.home.get("z")).toBe("c0");
    expect(tree.nodes.has("c1")).toBe(false);
  });

  it("merges children and snippets behind those of the kept concept", () => {
    const tree = sample();
    tree.add("c5", "E", "c4", false);
    tree.merge("c4", "c1");
    expect(tree.at("c4").children).toEqual(["c5", "c2", "c3"]);
    expect(tree.at("c2").parent).toBe("c4");
    expect(tree.at("c4").snippets).toEqual(["z"]);
  });

  it("keeps notes and pins of what is merged away, but never pins the root", () => {
    const tree = sample();
    Object.assign(tree.at("c1"), { note: "look", pinned: true });
    tree.at("c4").note = "here";
    tree.merge("c4", "c1");
    expect(tree.at("c4")).toMatchObject({ note: "here\nlook", pinned: true });
    tree.merge("c0", "c4");
    expect(tree.at("c0")).toMatchObject({ note: "here\nlook", pinned: false });
  });

  it("lets notes and pins go with what is removed", () => {
    const tree = sample();
    Object.assign(tree.at("c2"), { note: "look", pinned: true });
    tree.remove("c2");
    expect(tree.at("c1")).toMatchObject({ note: "", pinned: false, snippets: ["z", "x", "y"] });
  });

  it("test_c21: acts on ids, whatever the names", () => {
    const tree = new Tree("c0", "Topic");
    tree.add("c1", "History", "c0", false);
    tree.add("c2", "A -> B", "c0", false);
    tree.add("c3", "History", "c2", false);
    tree.place("x", "c3");
    tree.remove("c2");
    expect(tree.path("c3")).toEqual(["History"]);
    expect(tree.home.get("x")).toBe("c3");
    expect(tree.at("c1").snippets).toEqual([]);
  });

  it("knows beforehand what would cut it apart", () => {
    const tree = sample();
    expect(tree.canMove("c2", "c4")).toBe(true);
    expect(["c1", "c2", "c3"].filter((parent) => tree.canMove("c1", parent))).toEqual([]);
    expect(tree.canMove("c2", "c1")).toBe(false); // it is there
    expect(tree.canMove("c0", "c1")).toBe(false);
    expect([tree.canMerge("c1", "c2"), tree.canMerge("c2", "c1")]).toEqual([true, false]);
    expect([tree.canMerge("c1", "c1"), tree.canMerge("c1", "c0")]).toEqual([false, false]);
  });

  it("refuses a log that names what is not there", () => {
    expect(() => sample().at("c9")).toThrow("c9");
    expect(() => sample().remove("c0")).toThrow("root");
  });
});
