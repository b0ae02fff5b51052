import { servedManaged } from '../support/served-managed.ts';
import { endpointsAccess } from './endpoints.ts';

endpointsAccess('the managed backend', servedManaged());
