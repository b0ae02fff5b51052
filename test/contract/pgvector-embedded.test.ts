import { embeddedBackend } from '../support/stores.ts';
import { ownBackendContract } from './backend.ts';

ownBackendContract('pgvector on the embedded database', embeddedBackend);
