/** Where the schema's scripts are. A bundle has them elsewhere. */
export const MIGRATIONS_FOLDER = new URL('../migrations/', import.meta.url);
