import { documentsContract } from './documents.ts';
import { findingContract } from './finding.ts';
import type { Open } from './subject.ts';

/** What every backend must do. */
export function backendContract(name: string, open: Open): void {
  documentsContract(name, open);
  findingContract(name, open);
}
