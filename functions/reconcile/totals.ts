import type { TenantReport } from './reconcile.ts';

export interface Totals {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly withheld: number;
  readonly failed: number;
}

export const totals = (tenants: readonly TenantReport[]): Totals => {
  const sum = (count: (report: TenantReport) => number) => tenants.reduce((total, report) => total + count(report), 0);
  return {
    added: sum(({ added }) => added),
    updated: sum(({ updated }) => updated),
    removed: sum(({ removed }) => removed),
    withheld: sum(({ withheld }) => withheld),
    failed: sum(({ failed }) => failed.length),
  };
};
