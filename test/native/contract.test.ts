import { ownBackendContract } from '../contract/backend.ts';
import { nativeBackend } from '../support/stores.ts';

ownBackendContract('pgvector on a native server', nativeBackend);
