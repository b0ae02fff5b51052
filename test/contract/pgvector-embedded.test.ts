import { embeddedBackend } from '../support/stores.ts';
import { backendContract } from './backend.ts';

backendContract('pgvector on the embedded database', embeddedBackend);
