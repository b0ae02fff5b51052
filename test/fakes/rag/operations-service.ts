import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';
import type { Named, WireOperation } from './wire.ts';

/** google.longrunning.Operations. Its calls do not count as data management. */
export function operationMethods({ operations, free }: Pick<Context, 'operations' | 'free'>) {
  return {
    getOperation: free(({ name }: Named) => operations.poll(name)),
    listOperations: free(({ name }: Named) => ({
      operations: operations.list().filter((operation) => operation.name.startsWith(`${name}/operations/`)),
    })),
    cancelOperation: free(({ name }: Named) => {
      operations.cancel(name);
      return {};
    }),
    deleteOperation: free(({ name }: Named) => {
      operations.remove(name);
      return {};
    }),
    waitOperation: free(
      async ({ name, timeout }: Named & { readonly timeout: { readonly seconds: string } | null }): Promise<WireOperation> => {
        const until = Date.now() + Number(timeout?.seconds ?? 10) * 1_000;
        for (;;) {
          const operation = await operations.poll(name);
          if (operation.done || Date.now() >= until) return operation;
          await wait(20);
        }
      },
    ),
  };
}
