/** Changes whenever the same bytes would be read otherwise, so that stored documents are known to be of an older make. */
export const PARSER_VERSION = 4;
