/** The last part of a resource's name. */
export const idOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
