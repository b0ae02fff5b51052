import { managedBackend } from '../support/managed.ts';
import { searchContract } from './search.ts';

searchContract('RAG Engine', () => managedBackend({}, { env: { RAG_CHECK_TTL_MS: '600000' } }), { unicodeQueries: 30, arms: ['managed'] });
