import { denied, invalid } from './refusal.ts';

/** Where the service is. Names in its answers carry the project's number; requests may use either. */
export interface Place {
  readonly project: string;
  readonly projectNumber: string;
  readonly location: string;
}

export interface Names {
  /** The ids in a name such as projects/P/locations/L/ragCorpora/1/ragFiles/2, one for each collection. */
  parse(name: string, ...collections: readonly string[]): readonly string[];
  /** The name of collection, id, collection, id … of this service. */
  of(...parts: readonly string[]): string;
}

export function createNames({ project, projectNumber, location }: Place): Names {
  return {
    of: (...parts) => ['projects', projectNumber, 'locations', location, ...parts].join('/'),
    parse(name, ...collections) {
      const below = collections.map((collection) => `/${collection}/([^/]+)`).join('');
      const match = new RegExp(`^projects/([^/]+)/locations/([^/]+)${below}$`).exec(name);
      if (!match) throw invalid(`Invalid resource name ${name}.`);
      const [, ofProject = '', ofLocation, ...ids] = match;
      if (ofProject !== project && ofProject !== projectNumber) {
        throw denied(`Permission denied on project ${ofProject} (or it may not exist).`);
      }
      if (ofLocation !== location) throw invalid(`Expected location ${location}, got ${ofLocation}.`);
      return ids;
    },
  };
}
