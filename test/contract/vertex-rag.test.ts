import { managedBackend } from '../support/managed.ts';
import { backendContract } from './backend.ts';

backendContract('RAG Engine', () => managedBackend());
