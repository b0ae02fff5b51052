import { embeddedBackend } from '../support/stores.ts';
import { searchContract } from './search.ts';

searchContract('pgvector on the embedded database', embeddedBackend, { unicodeQueries: 500 });
