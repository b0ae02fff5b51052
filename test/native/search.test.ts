import { searchContract } from '../contract/search.ts';
import { nativeBackend } from '../support/stores.ts';

searchContract('pgvector on a native server', nativeBackend, { unicodeQueries: 10_000 });
