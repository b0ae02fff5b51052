import { documentsContract } from './documents.ts';
import { findingContract } from './finding.ts';
import { ownIndexContract } from './own-index.ts';
import type { Open } from './subject.ts';

/** What every backend must do. */
export function backendContract(name: string, open: Open): void {
  documentsContract(name, open);
  findingContract(name, open);
}

/** What one must do as well that makes its own index of documents. */
export function ownBackendContract(name: string, open: Open): void {
  backendContract(name, open);
  ownIndexContract(name, open);
}
