import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, run, runNode } from './setup.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

const present = () => [process.env.CHROMIUM_PATH, ...places, playwrightsOwn()].find((path) => path && existsSync(path))

function playwrightsOwn() {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test')
  return chromium.executablePath()
}

/** Returns the path of a Chromium, installing one if necessary. Prints an error and returns undefined on failure. */
export function findBrowser() {
  const found = present()
  if (found) return found
  console.log('Installing a browser for the end-to-end tests (once)…')
  runNode([join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'])
  if (!present() && process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-q'])
    run('apt-get', ['install', '-yq', '--no-install-recommends', 'chromium'])
  }
  const installed = present()
  if (!installed)
    console.error(
      'Found no Chromium and could not install one. Install one and set CHROMIUM_PATH, for example CHROMIUM_PATH=/usr/bin/chromium',
    )
  return installed
}
