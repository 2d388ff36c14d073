import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { effort } from './test/fuzz/effort.ts'
import { bundledSource, SOURCE_FILE } from './test/support/bundled-source.ts'
import { LongestFirst } from './test/support/longest-first.ts'

/** Not watching. */
const isSingleRun = process.argv.includes('run')
/** Somebody asks for the service's log, or for none. */
const isLogWanted = process.argv.some((word) => word.startsWith('--silent'))

/** One bundle, and one `npm start` of it. */
const SHARED_SERVICE = ['test/support/bundle-once.ts', 'test/support/shared-service.ts']

const oracles = {
  test: {
    name: 'oracles',
    include: ['test/oracles/**/*.test.ts'],
    globalSetup: SHARED_SERVICE,
    setupFiles: ['test/support/seed.ts'],
    environment: 'node' as const,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Files wait for a validator, a browser or a compiler most of their time.
    maxWorkers: availableParallelism() + 1,
  },
}

/** Compiled WebAssembly by import, as a Worker gets it. */
const wasmModules = {
  name: 'wasm-modules',
  enforce: 'pre' as const,
  load(id: string) {
    if (!id.endsWith('.wasm')) return
    return `import { readFileSync } from 'node:fs'
export default new WebAssembly.Module(readFileSync(${JSON.stringify(id)}))`
  },
}

/** A suite of pure functions, run by Node. */
function inNode(name: 'unit' | 'exhaustive-unit') {
  return {
    plugins: [wasmModules],
    test: {
      name,
      server: { deps: { inline: [/@jsquash/, /pdfium/] } },
      include: [`test/${name}/**/*.test.ts`],
      setupFiles: ['test/support/seed.ts'],
      environment: 'node' as const,
      // Pure functions leave nothing behind, so files share their modules: that saves a third of the time.
      isolate: false,
      restoreMocks: true,
      unstubGlobals: true,
      testTimeout: name === 'unit' ? 120_000 : 300_000,
    },
  }
}

/**
 * A suite whose tests run inside workerd, on the real local bindings. Files take turns in as many workerds as there are
 * workers, if not `isolate`d: starting one, and a browser, and loading the service into it takes longer than most files.
 * The service is one module there (`bundledSource`).
 */
function insideWorkerd(
  name: 'worker' | 'exhaustive' | 'resilience',
  { isolate, folders = [name] }: { isolate: boolean; folders?: string[] },
) {
  return {
    plugins: [
      ...(isSingleRun ? [bundledSource()] : []),
      cloudflareTest(async ({ inject }) => ({
        wrangler: { configPath: './wrangler.toml' },
        verbose: false,
        miniflare: {
          // Two more than a deployment begins with: new accounts go to the first, unless a test says otherwise.
          d1Databases: { TASKS_1: 'tasks-1', TASKS_2: 'tasks-2' },
          modulesRules: [{ type: 'ESModule', include: [`**/${SOURCE_FILE}`] }],
          bindings: {
            ADMIN_TOKEN: 'test-admin-token-of-40-characters-------',
            SIGNING_SECRET: 'test-signing-secret',
            PUBLIC_URL: '',
            ALLOW_HOSTS: [inject('origins').site, inject('origins').other]
              .map((url) => new URL(url).host)
              .join(','),
            POOL_IDLE_MINUTES: '0',
            TEST_MIGRATIONS: await readD1Migrations('migrations'),
            // How much is tried (test/support/runs.ts).
            ...(process.env.PLATEN_RUNS && { PLATEN_RUNS: process.env.PLATEN_RUNS }),
          },
        },
      })),
    ],
    test: {
      name,
      include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
      globalSetup: [
        'test/net/global-setup.ts',
        ...(name === 'resilience' ? ['test/support/guard-renderers.ts'] : []),
      ],
      setupFiles: ['test/support/leave-as-found.ts', ...(isLogWanted ? [] : ['test/support/quiet-log.ts'])],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // As many as a browser has slots.
      maxConcurrency: 4,
      isolate,
      // They mostly wait, and fill processors meanwhile: one at a time leaves room to the suites beside them.
      fileParallelism: name !== 'resilience',
    },
  }
}

/** A suite that starts real services. */
function onServices(name: 'e2e' | 'studio' | 'exhaustive-e2e' | 'upgrade') {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      globalSetup:
        name === 'upgrade'
          ? ['test/support/bundle-once.ts', 'test/support/former-release.ts']
          : SHARED_SERVICE,
      environment: 'node' as const,
      // Each file has a browser of its own.
      fileParallelism: name !== 'studio',
      // Slow callers mostly wait.
      maxConcurrency: 8,
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  }
}

/**
 * The suites: pure functions; the service inside workerd, without a browser and with one; a real `npm start`. Those are
 * `npm test`. `npm run test:all` adds what takes long by its nature: what `unit`, `browser` and `e2e` test one row of each
 * class of (`exhaustive-unit`, `exhaustive`, `exhaustive-e2e`), `resilience`, what former releases stored (`upgrade`),
 * and attacks on a real `npm start`, of which `npm run fuzz` makes far more (`fuzz`). What outside programs judge exists
 * only under `npm run test:oracles`, which installs those.
 *
 * Vitest runs projects by the order of their names, but for the longest files (`LongestFirst`), each file as soon as a
 * worker is free. So `e2e`, which waits much, ends beside `unit`, which computes.
 */
export default defineConfig({
  test: {
    // Two more than cores: tests wait for a browser, a server or a timer a third of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // What the service logs is told of a test that failed.
    silent: 'passed-only',
    projects: [
      inNode('unit'),
      // One project, so that its workerds are started, and load the service, once.
      insideWorkerd('worker', { isolate: false, folders: ['worker', 'browser'] }),
      inNode('exhaustive-unit'),
      // Every known attack and every page of the print corpus.
      insideWorkerd('exhaustive', { isolate: false }),
      // These kill browsers, fill pools and crash objects.
      insideWorkerd('resilience', { isolate: true }),
      onServices('e2e'),
      // Every page of the Studio, one after the other.
      onServices('studio'),
      onServices('exhaustive-e2e'),
      // Former releases are started too, some after an installation of their packages.
      onServices('upgrade'),
      {
        test: {
          name: 'fuzz',
          include: ['test/fuzz/**/*.test.ts'],
          globalSetup: ['test/support/bundle-once.ts'],
          environment: 'node',
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          // Each has a service of its own, which it attacks; what is measured for long is measured alone.
          maxWorkers: effort(1, availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      },
      ...(process.env.PLATEN_ORACLES ? [oracles] : []),
    ],
  },
})
