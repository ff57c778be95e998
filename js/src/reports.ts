/** What is written in the end; mirrors `reports.py`. */

export interface Section {
  title: string;
  level: number;
  markdown: string;
  concept: string;
}

export interface Reference {
  number: number;
  source_id: string;
  title: string;
  url: string;
  text: string;
}

export interface Report {
  title: string;
  markdown: string;
  sections: Section[];
  references: Reference[];
  partial: boolean;
  /** How many cited sentences have which verdict. */
  support: Record<string, number>;
  left_out: number;
}
