// Preloaded into processes of tests, which load some six hundred files as the program does: without it that takes a third longer.
import { takeNamesAsWritten } from '../../bin/program.js'

takeNamesAsWritten()
