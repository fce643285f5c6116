/**
 * Which modules travel together, each with all that it needs and that does not travel already. Left to itself the build makes
 * twice as many files, many of some hundred bytes, and small files compress badly: a list costs a seventh more.
 */
export const chunks = [
  // What a guest waits for. A user who is signed in carries the sign-in page along, and a guest has it in one file.
  { name: 'start', priority: 5, test: /src\/(main|clipboard|screens\/login\/Login)\.tsx?$/ },
  { name: 'workspace', priority: 4, test: /src\/app\/Workspace\.tsx$/ },
  { name: 'list', priority: 3, test: /src\/lists\/screens\/PayinScreen\.tsx$/ },
  // What keys do, which no row waits for.
  {
    name: 'commandRuntime',
    priority: 2,
    test: /src\/(palette\/commandRuntime|keyboard\/KeyHints|keyboard\/PrefixHint)\.tsx?$/,
  },
  // The base of every control, and no more of it than the passcode's boxes need: those a guest waits for.
  { name: 'controls', priority: 2, test: /@base-ui\/react\/otp-field/ },
  { name: 'popups', priority: 1, test: /node_modules\/@(base-ui|floating-ui)\//, minShareCount: 2 },
]
