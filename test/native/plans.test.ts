import { plansContract } from '../contract/plans.ts';
import { nativeBackend } from '../support/stores.ts';

plansContract('a native server', nativeBackend);
