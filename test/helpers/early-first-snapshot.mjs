// Loaded with `node --import` before the program: an agent sends its first snapshot at a random time
// within 15 s of connecting, and a fifteenth of the randomness makes that one second. The program
// itself has no option for it. Its other random delays (retries) get shorter as well.
const { random } = Math;
Math.random = () => random() / 15;
