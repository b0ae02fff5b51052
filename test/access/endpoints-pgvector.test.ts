import { servedFunctions } from '../support/served.ts';
import { endpointsAccess } from './endpoints.ts';

const { call, search, lines, put } = servedFunctions();
let generation = 0;

endpointsAccess('pgvector', { call, search, lines, put: (name, body, metadata) => put(name, body, ++generation, { metadata }) });
