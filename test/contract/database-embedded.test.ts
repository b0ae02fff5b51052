import { embeddedBackend } from '../support/stores.ts';
import { databaseContract } from './database.ts';

databaseContract('the embedded database', embeddedBackend);
