import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** A headless Chromium that asks the network for nothing. Throws Error, with what to do, where there is none. */
export async function openChromium(): Promise<Browser> {
  if (!existsSync(PATH)) throw new Error(`There is no ${PATH}: apt-get install --no-install-recommends chromium, or set CHROMIUM_PATH.`);
  return chromium.launch({
    executablePath: PATH,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
