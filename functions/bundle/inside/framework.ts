import { createRequire } from 'node:module';
import type * as functionsFramework from '@google-cloud/functions-framework';
import type { Handler } from '../../http/handle.ts';
import type { Listener } from '../../http/server.ts';

type Framework = Pick<typeof functionsFramework, 'http' | 'cloudEvent'>;
type EventHandler = Parameters<Framework['cloudEvent']>[1];
type Own = () => Promise<Listener>;

const own = new Map<string, Own>();
let installed: Framework | undefined;

// In place of the functions framework, whose express takes longer to load than the rest of `search`.

export function http(name: string, handler: Handler): void {
  installed?.http(name, handler);
  own.set(name, async () => handler);
}

export function cloudEvent(name: string, handler: EventHandler): void {
  installed?.cloudEvent(name, handler);
  own.set(name, async () => (await import('./events.ts')).eventListener(name, handler));
}

/** From now on the framework that is installed beside the bundle, and has loaded it, learns of what is registered. */
export function registerWithInstalled(): void {
  installed = createRequire(import.meta.url)('@google-cloud/functions-framework');
}

/** What answers requests of a registered function; undefined when none is registered by that name. */
export const listenerOf = async (name: string): Promise<Listener | undefined> => own.get(name)?.();
