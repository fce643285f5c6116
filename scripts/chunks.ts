/**
 * Groups of modules built as one chunk, each with its dependencies that are in no earlier chunk. The default would create twice
 * as many files, many of a few hundred bytes, which compress badly: a list would cost a seventh more.
 */
export const chunks = [
  // The guest page as one file. Signed-in users load the sign-in page with it.
  { name: 'start', priority: 5, test: /src\/(main|clipboard|screens\/login\/Login)\.tsx?$/ },
  { name: 'workspace', priority: 4, test: /src\/app\/Workspace\.tsx$/ },
  { name: 'list', priority: 3, test: /src\/lists\/screens\/PayinScreen\.tsx$/ },
  // The command runtime: rows render without it.
  {
    name: 'commandRuntime',
    priority: 2,
    test: /src\/(palette\/commandRuntime|keyboard\/KeyHints|keyboard\/PageActions|keyboard\/PrefixHint)\.tsx?$/,
  },
  // The base of every control, limited to what the passcode field on the guest page needs.
  { name: 'controls', priority: 2, test: /@base-ui\/react\/otp-field/ },
  { name: 'popups', priority: 1, test: /node_modules\/@(base-ui|floating-ui)\//, minShareCount: 2 },
  // Small modules of several late screens. The sign-in page names each of their files.
  { name: 'forms', priority: 1, test: /src\/(forms|ui)\//, minShareCount: 2 },
  // The readers of a body in parts. The sign-in page names each of their files, too.
  { name: 'streams', priority: 1, test: /src\/api\/(events|readFile)\.ts$/ },
  { name: 'icons', priority: 1, test: /node_modules\/lucide-react\//, minShareCount: 2 },
]
