interface Options {
  bom?: boolean;
  columns?: boolean;
  from_line?: number;
  record_delimiter?: string;
}

/** What the tests use of csv-parse. Its own types would add Node's to all pages. */
export declare function parse(text: string, options?: Options): string[][];
