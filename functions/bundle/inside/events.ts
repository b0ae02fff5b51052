import { cloudEvent } from '@google-cloud/functions-framework';
import { framed } from '../../http/framed.ts';
import type { Listener } from '../../http/server.ts';

/** A function of CloudEvents, which the functions framework knows to read, as what answers requests. */
export function eventListener(name: string, handler: Parameters<typeof cloudEvent>[1]): Listener {
  cloudEvent(name, handler);
  return framed(name);
}
