import { databaseContract } from '../contract/database.ts';
import { nativeBackend } from '../support/stores.ts';

databaseContract('a native server', nativeBackend);
