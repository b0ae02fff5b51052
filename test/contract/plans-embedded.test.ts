import { embeddedBackend } from '../support/stores.ts';
import { plansContract } from './plans.ts';

plansContract('the embedded database', embeddedBackend);
