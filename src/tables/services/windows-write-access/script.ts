import { membersQuery } from "../../accounts/user-groups/windows.ts";
import { accountsQuery } from "../../powershell/access/identities.ts";
import { powershellScript } from "../../powershell/powershell.ts";

/** Variables of the machine; those of a user would be the agent's own. */
const variables = ["windir", "SystemRoot", "ProgramFiles", "ProgramData", "SystemDrive"]
  .map((name) => `'${name}'`)
  .join(",");

/**
 * Full paths of programs, libraries and scripts in commands, with the folders above them and the
 * access list of each. A path that is not there has no row.
 */
const accessQuery = `
  $paths=@{};
  foreach($text in @($seen.services | ForEach-Object {$_.PathName;$_.ServiceDll})+@($seen.tasks | ForEach-Object {$_.Commands})){
    foreach($match in [regex]::Matches([string]$text,'[A-Za-z]:\\\\[^\\x22<>|*?,;]+?\\.(?:exe|dll|com|bat|cmd|ps1|vbs|js|wsf|py)(?![\\w.])')){
      $part=$match.Value; $paths[$part]=1;
      while($part.LastIndexOf('\\') -gt 2){$part=$part.Substring(0,$part.LastIndexOf('\\')); $paths[$part]=1};
      $paths[$part.Substring(0,3)]=1
    }
  };
  foreach($path in $paths.Keys){try{[pscustomobject]@{Path=$path;Sddl=(Get-Acl -LiteralPath $path).Sddl}}catch{$missed+=$_}}`;

export const windowsWriteAccessScript = powershellScript({
  accounts: accountsQuery,
  members: membersQuery,
  services: `
    foreach($service in Get-CimInstance Win32_Service){
      $dll=$null; $key=$null; $own=$null; $at='HKLM:\\SYSTEM\\CurrentControlSet\\Services\\'+$service.Name;
      try{
        $item=Get-Item -LiteralPath $at;
        $key=(Get-Acl -LiteralPath $at).Sddl;
        $inner=$item.OpenSubKey('Parameters'); if($inner){$dll=[string]$inner.GetValue('ServiceDll')};
        $inner=$item.OpenSubKey('Security'); if($inner){$own=(New-Object Security.AccessControl.RawSecurityDescriptor ([byte[]]$inner.GetValue('Security')),0).GetSddlForm('All')} else {$own=''}
      }catch{$missed+=$_};
      [pscustomobject]@{Name=$service.Name;StartName=$service.StartName;StartMode=$service.StartMode;State=$service.State;PathName=$service.PathName;ServiceDll=$dll;Key=$key;Own=$own}
    }`,
  tasks: `
    $service=New-Object -ComObject Schedule.Service; $service.Connect(); $folders=@($service.GetFolder('\\'));
    while($folders){
      $next=@();
      foreach($folder in $folders){
        try{
          foreach($task in $folder.GetTasks(1)){
            try{
              $definition=$task.Definition;
              $commands=@(foreach($action in $definition.Actions){if($action.Path){
                $text=([string]$action.Path).Trim([char]34);
                if($text.Contains(' ')){$text=[char]34+$text+[char]34};
                $text=$text+' '+[string]$action.Arguments;
                foreach($name in ${variables}){$value=[Environment]::GetEnvironmentVariable($name); if($value){$text=$text -replace ('%'+$name+'%'),$value}};
                $text.Trim()
              }});
              [pscustomobject]@{Path=$task.Path;Enabled=$task.Enabled;NextRunTime=$task.NextRunTime;UserId=$definition.Principal.UserId;LogonType=[int]$definition.Principal.LogonType;Commands=$commands}
            }catch{$missed+=$_}
          };
          foreach($child in $folder.GetFolders(0)){$next+=$child}
        }catch{$missed+=$_}
      };
      $folders=$next
    }`,
  access: accessQuery,
});
