/** How an event changes the tree; mirrors `mind_map/fold.py`. */

import type { MapEvent } from "./events";
import type { Tree } from "./tree";

/** Changes `tree` as `event` says. */
export function foldMap(tree: Tree, event: MapEvent): void {
  switch (event.type) {
    case "concept_added":
      tree.add(event.id, event.name, event.parent, event.by === "user");
      break;
    case "concept_renamed": {
      const node = tree.at(event.id);
      node.name = event.name;
      node.byUser ||= event.by === "user";
      break;
    }
    case "concept_moved":
      tree.move(event.id, event.parent);
      break;
    case "concepts_merged":
      tree.merge(event.kept, event.absorbed);
      break;
    case "concept_removed":
      tree.remove(event.id);
      break;
    case "concept_marked": {
      const { pinned, muted, note } = event;
      Object.assign(tree.at(event.id), { pinned, muted, note });
      break;
    }
    case "snippets_placed":
      for (const [snippet, concept] of event.placements) tree.place(snippet, concept);
      break;
    case "outline_added":
      for (const [id, name, parent, note] of event.concepts) {
        tree.add(id, name, parent, event.by === "user");
        tree.at(id).note = note;
      }
      break;
    default:
      throw new Error(`Unknown event: ${JSON.stringify(event satisfies never)}`);
  }
}
