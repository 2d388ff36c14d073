/** The same seed makes the same random histories in each run, so that none fails by chance; `PLATEN_FUZZ_SEED` asks for others. */
import fc from 'fast-check'
import { seed } from '../fuzz/effort'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
