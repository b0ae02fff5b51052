import { backendContract } from '../contract/backend.ts';
import { nativeBackend } from '../support/stores.ts';

backendContract('pgvector on a native server', nativeBackend);
